import type { Generated } from 'kysely'
import type { Audit, Id, Json, Moment } from './column-kinds.ts'

// Who signs in, and what they may do.

export interface Users extends Audit {
  id: Id
  username: string
  first_name: string
  last_name: string
  email: string
  /** argon2 hash; null until a password is set. */
  password_hash: string | null
  active: boolean
  last_login: Moment | null
  login_count: Generated<number>
  fail_login_count: Generated<number>
  /** Tokens and sessions begun before this moment are refused. */
  sessions_valid_from: Moment | null
}

export interface Roles {
  id: Id
  name: string
}

/** A permission is a pair: what, on which view. */
export interface Permissions {
  id: Id
  permission_name: string
  view_name: string
}

export interface RolePermissions {
  role_id: number
  permission_id: number
}

export interface UserRoles {
  user_id: number
  role_id: number
}

export interface Sessions {
  /** SHA-256 of the cookie's value. */
  id: string
  user_id: number
  /** JSON of small settings of this sign-in, such as the locale. */
  data: Json
  created_on: Moment
  expires_on: Moment
}

export interface SignInLinks {
  token_hash: string
  user_id: number
  expires_on: Moment
  used_on: Moment | null
}

export interface UserAttributes {
  user_id: number
  welcome_dashboard_id: number | null
  avatar_url: string | null
  /** JSON of small per-person settings. */
  settings: Json
}
