import { expect } from 'vitest'
import type { Ability } from '../connector.ts'
import { abilityOf, type ValueName } from './place.ts'
import type { Suite } from './suite.ts'
import { typedValues } from './typed-values.ts'

/** What a connector says it lacks, it lacks; what it does not say, it has. */
export function agreementRows({ row, connector, driver, place, reached }: Suite): void {
  row([], 'what the connector lacks is what its driver and dialect do not have', async () => {
    const has = (ability: Ability): boolean => connector.lacks[ability] === undefined
    const { flags } = connector.dialect
    const told = { catalogs: has('catalogs'), rowEstimate: has('row estimate'), costEstimate: has('cost estimate'), load: has('loading') }
    const found = Object.fromEntries(Object.keys(told).map((method) => [method, typeof driver()[method as keyof typeof told] === 'function']))
    expect(found).toEqual(told)
    expect({ cancel: flags.cancel, costEstimate: flags.costEstimate, fileUpload: flags.fileUpload, schemas: flags.schemas }).toEqual({
      cancel: has('cancel'),
      costEstimate: has('cost estimate'),
      fileUpload: has('loading'),
      schemas: has('schemas'),
    })
    for (const [ability, reason] of Object.entries(connector.lacks)) expect(reason, ability).toMatch(/^[A-Z].{10,}\.$/)
  })

  row([], 'the place knows how to ask for everything the connector has', async () => {
    const has = (ability: Ability): boolean => connector.lacks[ability] === undefined && place.lacks?.[ability] === undefined
    const names = Object.keys(typedValues) as ValueName[]
    const wanted = names.filter((name) => !abilityOf[name] || has(abilityOf[name]))
    expect(Object.keys(place.values).toSorted()).toEqual(wanted.toSorted())
    expect({
      schema: place.schema !== undefined,
      foreignKey: place.foreignKey !== undefined,
      partitions: place.partitions !== undefined,
      sessionState: place.sessionState !== undefined,
      account: reached().account !== undefined,
      password: place.says.password !== undefined,
      impatient: place.impatient !== undefined,
    }).toEqual({
      schema: has('schemas'),
      foreignKey: has('foreign keys'),
      partitions: has('partitions'),
      sessionState: has('session state'),
      account: has('passwords'),
      password: has('passwords'),
      impatient: has('network'),
    })
  })
}
