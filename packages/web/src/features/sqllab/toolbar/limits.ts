/** 10, 100, 1 000 … below the most the server gives, then that itself. */
export const limitChoices = (most: number): number[] => {
  const choices: number[] = []
  for (let limit = 10; limit < most; limit *= 10) choices.push(limit)
  return [...choices, most]
}
