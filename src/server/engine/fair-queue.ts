/** A queue with lanes (one per workspace) that take turns. */
export class FairQueue<Item extends { readonly lane: string }> {
  /** In order of turns: the next lane comes first. */
  readonly #lanes = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: Item): void {
    const items = this.#lanes.get(item.lane);
    if (items) items.push(item);
    else this.#lanes.set(item.lane, [item]);
    this.#size++;
  }

  /**
   * Removes and returns the first item that `may` accepts, in the order of the lanes. Its lane then moves to the end.
   */
  take(may: (item: Item) => boolean): Item | undefined {
    for (const [lane, items] of this.#lanes) {
      const at = items.findIndex(may);
      const [item] = at < 0 ? [] : items.splice(at, 1);
      if (!item) continue;
      this.#size--;
      this.#lanes.delete(lane);
      if (items.length > 0) this.#lanes.set(lane, items);
      return item;
    }
    return undefined;
  }

  remove(item: Item): void {
    const items = this.#lanes.get(item.lane) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return;
    items.splice(at, 1);
    this.#size--;
    if (items.length === 0) this.#lanes.delete(item.lane);
  }

  /** Removes and returns all items. */
  drain(): Item[] {
    const items = [...this.#lanes.values()].flat();
    this.#lanes.clear();
    this.#size = 0;
    return items;
  }
}
