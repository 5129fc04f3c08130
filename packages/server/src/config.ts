/** Everything an operator can set, in one place; the only reader of the environment. */
export interface Config {
  readonly dataFolder: string
  readonly port: number
  readonly host: string
  /** Address of the metadata store: `postgres://…` or a file in the data folder. */
  readonly store: string
  readonly featureFlags: Readonly<Record<string, boolean>>
}
