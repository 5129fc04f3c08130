export const dataWords = {} as const
