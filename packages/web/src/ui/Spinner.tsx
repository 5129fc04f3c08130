import styles from './Spinner.module.css'

/** For small waits inside a control; larger places use a skeleton. */
export const Spinner = ({ size = 16, label }: { readonly size?: number; readonly label?: string }) => (
  <span
    className={styles.spinner}
    style={{ width: size, height: size }}
    role={label === undefined ? undefined : 'status'}
    aria-label={label}
    aria-hidden={label === undefined}
  />
)
