/** Random keys made at the first start and kept in the data folder, mode 0600. */
export interface Secrets {
  /** Signs tokens. */
  readonly signingKey: Uint8Array
  encrypt(text: string): string
  decrypt(text: string): string
}
