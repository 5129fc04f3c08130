export * from './all.ts'
export * from './chart.ts'
export * from './palette.ts'
