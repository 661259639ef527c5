/** The addresses of the dashboard's pages; undefined if the service does not know its public URL. */
export class Pages {
  readonly #root: string | undefined;

  constructor(publicUrl: string | undefined) {
    this.#root = publicUrl?.replace(/\/+$/, '');
  }

  query(workspace: string, id: string): string | undefined {
    return this.#page(workspace, `queries?query=${encodeURIComponent(id)}`);
  }

  flow(workspace: string, id: string): string | undefined {
    return this.#page(workspace, `queries?flow=${encodeURIComponent(id)}`);
  }

  simulation(workspace: string, id: string): string | undefined {
    return this.#page(workspace, `simulations/${encodeURIComponent(id)}`);
  }

  dryRun(workspace: string, id: string): string | undefined {
    return this.#page(workspace, `dry-runs/${encodeURIComponent(id)}`);
  }

  #page(workspace: string, path: string): string | undefined {
    return this.#root && `${this.#root}/w/${workspace}/${path}`;
  }
}
