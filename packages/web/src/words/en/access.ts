export const accessWords = {} as const
