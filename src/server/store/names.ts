/** Folder of PostgreSQL's files in the folder of the embedded store, and where it is made before it has that name. */
export const STORE_FOLDER = 'store';
export const NEW_STORE_FOLDER = 'store.new';
