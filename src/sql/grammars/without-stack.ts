/**
 * Wraps a parser so that its errors have no stack: a file may have hundreds of thousands of statements that a grammar
 * rejects, and capturing the stack takes most of their time.
 */
export function withoutStack<Result>(parse: (sql: string) => Result): (sql: string) => Result {
  return (sql) => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return parse(sql);
    } finally {
      Error.stackTraceLimit = limit;
    }
  };
}
