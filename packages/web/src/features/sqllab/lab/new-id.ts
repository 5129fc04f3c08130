const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Eleven letters that may stand in an address: the longest id the server takes for a run. */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(11)), (byte) => letters[byte % 64]).join('')
