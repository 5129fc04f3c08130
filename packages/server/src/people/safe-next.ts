/** Where to go after signing in: a path of this server, nothing else. `//host`, `/\host` and every scheme lead to the home page instead. */
export function safeNext(next: string | undefined): string {
  const home = '/superset/welcome/'
  if (!next || !/^\/(?![/\\])/.test(next) || hasControlCharacter(next)) return home
  const base = 'http://sightline.invalid'
  if (!URL.canParse(next, base)) return home
  const url = new URL(next, base)
  // A second look after parsing: `/.//host` begins as a path and ends as `//host`.
  if (url.origin !== base || !/^\/(?![/\\])/.test(url.pathname + url.search)) return home
  return url.pathname.startsWith('/login') || url.pathname.startsWith('/logout') ? home : url.pathname + url.search + url.hash
}

const hasControlCharacter = (text: string): boolean => [...text].some((character) => character.charCodeAt(0) < 32 || character === '\u007f')
