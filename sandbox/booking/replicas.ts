/** Which of two machines answers the next reading of the balances: they take turns. */
export class Replicas {
  #readings = 0;

  /** Whether it is the turn of the one that is behind. */
  takeTurn(): boolean {
    this.#readings += 1;
    return this.#readings % 2 === 0;
  }
}
