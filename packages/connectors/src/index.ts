export * from './all.ts'
export * from './connector.ts'
export * from './problem-error.ts'
export { unpackFrame } from './unpack-frame.ts'
