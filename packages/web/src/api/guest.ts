/** Whoever looks at a dashboard in a frame of another site is known by the token that site hands over, and by nothing the browser keeps. */
interface GuestIdentity {
  readonly headerName: string
  readonly token: () => string | undefined
  /** The server did not believe the token: too old, or never right. */
  readonly onRefused: () => void
}

let identity: GuestIdentity | undefined

export const actAsGuest = (guest: GuestIdentity): void => {
  identity = guest
}

export const guestIdentity = (): GuestIdentity | undefined => identity
