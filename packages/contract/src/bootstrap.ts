import type { FeatureFlag } from './flags.ts'

/** The caller as the page knows it: role name → pairs of permission and view. */
export interface BootstrapUser {
  readonly userId?: number
  readonly username?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly isActive?: boolean
  readonly isAnonymous: boolean
  readonly createdOn?: string
  /** false while the account was only reached by a sign-in link. */
  readonly hasPassword?: boolean
  readonly roles: Readonly<Record<string, readonly (readonly [permission: string, view: string])[]>>
  readonly permissions: { readonly database_access?: readonly string[]; readonly datasource_access?: readonly string[] }
}

export interface MenuItem {
  readonly name: string
  readonly icon: string
  readonly label: string
  readonly url?: string
  readonly childs?: readonly (MenuItem | '-')[]
}

export interface MenuData {
  readonly menu: readonly MenuItem[]
  readonly brand: { readonly path: string; readonly icon: string; readonly alt: string; readonly tooltip: string; readonly text: string }
  readonly environment_tag: { readonly color: string; readonly text: string }
  readonly navbar_right: {
    readonly show_watermark: boolean
    readonly bug_report_url: string | null
    readonly documentation_url: string | null
    readonly version_string: string
    readonly version_sha: string
    readonly build_number: string
    readonly languages: Readonly<Record<string, { readonly flag: string; readonly name: string; readonly url: string }>>
    readonly show_language_picker: boolean
    readonly user_is_anonymous: boolean
    readonly user_info_url: string | null
    readonly user_logout_url: string
    readonly user_login_url: string
    readonly user_profile_url: string | null
    readonly locale: string
  }
}

/** What the HTML page carries in `data-bootstrap`. */
export interface Bootstrap {
  readonly user: BootstrapUser
  readonly common: {
    readonly conf: Readonly<Record<string, unknown>>
    readonly locale: string
    readonly language_pack: unknown
    readonly d3_format: Readonly<Record<string, unknown>>
    readonly currencies: readonly string[]
    readonly feature_flags: Readonly<Record<FeatureFlag, boolean>>
    readonly extra_sequential_color_schemes: readonly unknown[]
    readonly extra_categorical_color_schemes: readonly unknown[]
    readonly theme_overrides: Readonly<Record<string, unknown>>
    readonly menu_data: MenuData
    readonly flash_messages: readonly (readonly [category: string, text: string])[]
  }
}

/** What the page of an embedded dashboard carries: settings, and nothing about anybody. */
export interface EmbeddedBootstrap {
  readonly common: Omit<Bootstrap['common'], 'menu_data'>
  readonly config: { readonly GUEST_TOKEN_HEADER_NAME: string }
  /** Why there is no dashboard to show, where there is none. */
  readonly embedded: { readonly dashboard_id: number; readonly allowed_domains: readonly string[] } | { readonly refused: 'unknown' | 'domain' }
}
