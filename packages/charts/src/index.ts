export * from './all.ts'
export * from './chart.ts'
export * from './control-kinds.ts'
export * from './palette.ts'
