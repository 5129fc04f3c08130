import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, ids, text } from '../fields.ts'
import { crudEndpoints } from '../resource.ts'

const email = text(1, 320).refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), { error: 'Not a valid email address.' })

const fields = {
  first_name: text(1, 64),
  last_name: text(1, 64),
  username: text(1, 250),
  email,
  password: text(1, 1000),
  roles: ids(),
}

export const userPost = z.strictObject({ ...fields, active: flag().optional() })
export type UserPost = z.infer<typeof userPost>

export const userPut = userPost.partial()
export type UserPut = z.infer<typeof userPut>

const crud = crudEndpoints({ resource: 'security/users', view: 'User', things: 'users', post: userPost, put: userPut })

/** Scripts that keep accounts have no session to bind a CSRF token to. */
export const userEndpoints = {
  ...crud,
  create: endpoint({ ...crud.create, csrf: false }),
  update: endpoint({ ...crud.update, csrf: false }),
  remove: endpoint({ ...crud.remove, csrf: false }),
  removeMany: endpoint({ ...crud.removeMany, csrf: false }),
}
