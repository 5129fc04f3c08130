export * from './endpoint.ts'
export * from './issue-codes.ts'
export * from './problems.ts'
