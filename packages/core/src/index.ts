export * from './access/caller.ts'
export * from './frame/frame.ts'
export * from './query/dialect.ts'
export * from './result.ts'
