/** The result of the work; rejects if it takes longer. The work itself goes on, and its result is ignored. */
export async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new Error(`took longer than ${milliseconds} ms`));
    timer = setTimeout(tooLate, milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
