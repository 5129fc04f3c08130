import { Component, type ReactNode } from 'react'

interface Props {
  /** A new value gives the children another try. */
  readonly resetKey: unknown
  readonly fallback: (cause: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly cause: unknown
  readonly isBroken: boolean
  readonly resetKey: unknown
}

/** A part whose drawing crashes takes only itself along: one broken chart is drawn as one broken chart. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { cause: undefined, isBroken: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { cause, isBroken: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { cause: undefined, isBroken: false, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return this.props.fallback(this.state.cause, () => this.setState({ cause: undefined, isBroken: false }))
  }
}
