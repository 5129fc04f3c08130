/** Class names that hold, in one text. */
export const joinClasses = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
