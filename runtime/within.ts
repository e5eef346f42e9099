/** What the work comes to; rejects where it takes longer. The work itself goes on, and nobody waits for it. */
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
