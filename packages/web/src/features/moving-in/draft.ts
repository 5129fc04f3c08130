import { create } from 'zustand'
import { appendSecrets, hasEverySecret, joinNeeds, nothingNeeded } from '../../ui/import/import-needs.ts'
import type { ImportNeeds, Secrets } from '../../ui/import/import-needs.ts'

export type Way = 'bundle' | 'server'
export type Provider = 'db' | 'ldap'

/** Where a move comes from, as far as it is filled in. */
export interface MoveDraft {
  readonly way: Way
  readonly file: File | undefined
  readonly address: string
  readonly username: string
  readonly password: string
  readonly provider: Provider
  /** Secrets that the server asked for, with what was given. */
  readonly needs: ImportNeeds
  readonly secrets: Secrets
}

export const emptyDraft: MoveDraft = {
  way: 'bundle',
  file: undefined,
  address: '',
  username: '',
  password: '',
  provider: 'db',
  needs: nothingNeeded,
  secrets: {},
}

/** Kept while this page lives, so that a look ahead can be followed by the move itself without giving everything again; never stored. */
export const useDraft = create<MoveDraft>(() => emptyDraft)

export const changeDraft = (change: Partial<MoveDraft>): void => useDraft.setState(change)

/** Another file or server is asked for other secrets. */
export const changeSource = (change: Partial<MoveDraft>): void => useDraft.setState({ needs: nothingNeeded, secrets: {}, ...change })

export const askFor = (asked: ImportNeeds): void => useDraft.setState(({ needs }) => ({ needs: joinNeeds(needs, asked) }))

export const isComplete = (draft: MoveDraft): boolean => {
  if (!hasEverySecret(draft.needs, draft.secrets)) return false
  return draft.way === 'bundle' ? draft.file !== undefined : draft.address.trim() !== '' && draft.username.trim() !== '' && draft.password !== ''
}

/** Without a scheme people mean a web address. */
export const addressOf = ({ address }: Pick<MoveDraft, 'address'>): string => {
  const text = address.trim()
  return /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `https://${text}`
}

/** The name under which the move will be listed. */
export const nameOfSource = (draft: MoveDraft): string => (draft.way === 'bundle' ? (draft.file?.name ?? '') : addressOf(draft))

/** Whether the draft still speaks of the source that a move had: then it can be made again, or for real. */
export const isDraftOf = (draft: MoveDraft, source: { readonly kind: Way; readonly name: string }): boolean => {
  if (draft.way !== source.kind || !isComplete({ ...draft, secrets: {}, needs: nothingNeeded })) return false
  const plain = (text: string): string => text.toLowerCase().replace(/\/+$/, '')
  return draft.way === 'bundle' ? draft.file?.name === source.name : plain(addressOf(draft)) === plain(source.name)
}

export const moveFormOf = (draft: MoveDraft, isDryRun: boolean): FormData => {
  const form = new FormData()
  // Fields come before the file: who reads the form as it arrives knows what the file is for.
  if (isDryRun) form.append('dry_run', 'true')
  if (draft.way === 'server') {
    form.append('from', addressOf(draft))
    form.append('username', draft.username.trim())
    form.append('password', draft.password)
    if (draft.provider !== 'db') form.append('provider', draft.provider)
  }
  appendSecrets(form, draft.needs, draft.secrets)
  if (draft.way === 'bundle' && draft.file !== undefined) form.append('bundle', draft.file, draft.file.name)
  return form
}
