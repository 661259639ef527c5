/** What waits, in lanes (one for each workspace) that take turns. */
export class FairQueue<Item extends { readonly lane: string }> {
  /** Whose turn comes first stands first. */
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

  /** Removes the first one that may go, of the first lane that has one, which then has its turn behind all others. */
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

  /** Removes all. */
  drain(): Item[] {
    const items = [...this.#lanes.values()].flat();
    this.#lanes.clear();
    this.#size = 0;
    return items;
  }
}
