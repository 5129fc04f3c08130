/** What is wrong with a file, in words for whoever sent it. Anything else that is thrown while reading is a bug of ours. */
export class ReadProblem extends Error {}

/** There is nothing in it. */
export class EmptyProblem extends ReadProblem {}

export const readingLimits = {
  /** Characters of one row; more means that a quotation mark is missing, or worse. */
  rowCharacters: 16 * 2 ** 20,
  columns: 2000,
  nameCharacters: 250,
  rowsPerBatch: 2048,
  previewRows: 100,
  /** Rows a preview looks at to tell the types; loading looks at all of them. */
  sampleRows: 20_000,
  zipEntries: 10_000,
  /** A packed file may unfold to this many times its size; below the second number nobody minds. */
  unfolding: 200,
  harmlessBytes: 16 * 2 ** 20,
  sharedTextCharacters: 64 * 2 ** 20,
} as const
