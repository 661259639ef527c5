interface UsedObject {
  /** Empty if none is written. */
  readonly schema: string;
  readonly name: string;
  readonly column?: string | undefined;
}

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

  /** Who uses a table, view or routine, or the column of a table. */
  use(workspace: string, { schema, name, column }: UsedObject): string | undefined {
    const object = new URLSearchParams({ table: name, ...(schema && { schema }), ...(column && { column }) });
    return this.#page(workspace, `schema-use?${object.toString().replaceAll('+', '%20')}`);
  }

  #page(workspace: string, path: string): string | undefined {
    return this.#root && `${this.#root}/w/${workspace}/${path}`;
  }
}
