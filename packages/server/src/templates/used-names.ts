/** Words of the template language itself. */
const words = new Set(
  (
    'and or not in is if elif else endif for endfor set endset block endblock macro endmacro call endcall filter endfilter with endwith autoescape endautoescape ' +
    'raw endraw do recursive true false none True False None loop import from include extends as ignore missing context without range dict namespace cycler joiner'
  ).split(' '),
)

/**
 * The names a template reads from outside, in order of appearance: what the editor lists when one of them has no value.
 * Names the template sets itself, attributes, filters, tests, functions and names of arguments are left out.
 */
export function usedNames(template: string): string[] {
  const own = new Set<string>()
  const names = new Set<string>()
  for (const [, expression, statement] of withoutRest(template).matchAll(/\{\{([\s\S]*?)\}\}|\{%([\s\S]*?)%\}/g)) {
    const code = (expression ?? statement ?? '').replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, ' "" ')
    for (const [, list] of code.matchAll(/^[-+\s]*for\s+([\w\s,()]+?)\s+in\s/g)) for (const [name] of list!.matchAll(/[A-Za-z_]\w*/g)) own.add(name)
    for (const [, name] of code.matchAll(/^[-+\s]*(?:set|macro)\s+([A-Za-z_]\w*)/g)) own.add(name!)
    for (const match of code.matchAll(/[A-Za-z_]\w*/g)) {
      const before = code.slice(0, match.index).trimEnd()
      const after = code.slice(match.index + match[0].length).trimStart()
      if (/[.|\w"]$/.test(before) && !/\b(?:and|or|not|in|if|elif|else|is)$/.test(before)) continue
      if (/\bis(?:\s+not)?$/.test(before) || after.startsWith('(') || /^=(?!=)/.test(after)) continue
      if (!words.has(match[0])) names.add(match[0])
    }
  }
  return [...names].filter((name) => !own.has(name))
}

const withoutRest = (template: string): string => template.replace(/\{#[\s\S]*?#\}/g, '').replace(/\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}/g, '')
