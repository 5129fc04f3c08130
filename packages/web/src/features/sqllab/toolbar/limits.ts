/** 10, 100, 1 000 … below the most the server gives, then that itself. */
export const limitChoices = (most: number): number[] => {
  const choices: number[] = []
  for (let limit = 10; limit < most; limit *= 10) choices.push(limit)
  return [...choices, most]
}

/** Thousands apart by a thin space: `100 000`. */
export const printLimit = (limit: number): string => String(limit).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u2009')
