export const sqllabWords = {} as const
