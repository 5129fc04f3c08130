import type { Endpoint } from './endpoint.ts'
import { cssTemplateEndpoints } from './resources/css-template.ts'

/** The endpoint table: every call the server answers. One line per resource; OpenAPI and the access table are made from it. */
export const endpoints: readonly Endpoint<any, any, any, any>[] = [...Object.values(cssTemplateEndpoints)]
