import { StoreError } from './database.ts';

/** Raises StoreError where the store has not answered within the milliseconds. */
export async function withTimeout(milliseconds: number, asked: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreError(`the store did not answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
