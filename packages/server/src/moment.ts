/** A moment as the store keeps it and the wire sends it: UTC, no zone, six digits after the point. */
export const momentOf = (date: Date): string => date.toISOString().replace('Z', '000')

export const dateOf = (moment: string): Date => new Date(`${moment.slice(0, 23)}Z`)
