import { budgetsSql } from './budgets.ts'
import { flightsSql } from './flights.ts'
import { metersSql } from './meters.ts'
import { ordersSql, sessionsSql, ticketsSql } from './retail.ts'

export interface ExampleTable {
  readonly name: string
  readonly words: string
  readonly sql: string
}

/** Every table of the example file, in the order in which they are made. */
export const exampleTables: readonly ExampleTable[] = [
  { name: 'orders', words: 'orders of a shop', sql: ordersSql },
  { name: 'web_sessions', words: 'visits to its pages', sql: sessionsSql },
  { name: 'support_tickets', words: 'questions to its support', sql: ticketsSql },
  { name: 'meter_readings', words: 'energy meters', sql: metersSql },
  { name: 'flights', words: 'flights between cities', sql: flightsSql },
  { name: 'budgets', words: 'budgets of departments', sql: budgetsSql },
]
