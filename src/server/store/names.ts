/** Subfolder with PostgreSQL's files in an embedded store, and its name while it is being created. */
export const STORE_FOLDER = 'store';
export const NEW_STORE_FOLDER = 'store.new';
