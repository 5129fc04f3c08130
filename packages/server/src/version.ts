/** Told in the menu and by `sightline --version`. */
export const version = '0.1.0'
