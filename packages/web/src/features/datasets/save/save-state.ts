/** A dataset that may be overwritten. */
export interface OwnedDataset {
  readonly id: number
  readonly table_name: string
  readonly owners: readonly { readonly id: number }[]
}

/** Save as new, or overwrite one; overwriting asks once more before it does. */
export interface SaveState {
  readonly mode: 'new' | 'overwrite'
  readonly name: string
  readonly chosen: OwnedDataset | undefined
  readonly isAsking: boolean
  readonly isBusy: boolean
}

export type SaveAction =
  | { readonly type: 'modeChosen'; readonly mode: SaveState['mode'] }
  | { readonly type: 'named'; readonly name: string }
  | { readonly type: 'picked'; readonly dataset: OwnedDataset | undefined }
  | { readonly type: 'asked' }
  | { readonly type: 'wentBack' }
  | { readonly type: 'started' }
  | { readonly type: 'failed' }

export const openSave = (name: string): SaveState => ({ mode: 'new', name, chosen: undefined, isAsking: false, isBusy: false })

/** While it runs nothing else may change; a failure leaves everything as it was typed. */
export function reduceSave(state: SaveState, action: SaveAction): SaveState {
  if (action.type === 'failed') return { ...state, isBusy: false }
  if (state.isBusy) return state
  switch (action.type) {
    case 'modeChosen':
      return { ...state, mode: action.mode, isAsking: false }
    case 'named':
      return { ...state, mode: 'new', name: action.name }
    case 'picked':
      return { ...state, mode: 'overwrite', chosen: action.dataset }
    case 'asked':
      return { ...state, isAsking: maySubmit(state) && state.mode === 'overwrite' }
    case 'wentBack':
      return { ...state, isAsking: false, chosen: undefined }
    case 'started':
      return { ...state, isBusy: true }
  }
}

export const maySubmit = ({ mode, name, chosen, isBusy }: SaveState): boolean => !isBusy && (mode === 'new' ? name.trim() !== '' : chosen !== undefined)

const two = (number: number): string => String(number).padStart(2, '0')

/** A name nobody has yet: what it is called, and the moment. */
export const proposeName = (name: string, now: Date): string =>
  `${name} ${two(now.getMonth() + 1)}/${two(now.getDate())}/${now.getFullYear()} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`
