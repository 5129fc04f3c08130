import { chance } from './random.ts'

const divisions: readonly { readonly name: string; readonly departments: Readonly<Record<string, readonly string[]>>; readonly size: number }[] = [
  {
    name: 'Product',
    size: 1.5,
    departments: { Design: ['Research', 'Interface', 'Brand'], Engineering: ['Platform', 'Shop', 'Apps', 'Data'], Quality: ['Tests', 'Support tools'] },
  },
  {
    name: 'Trade',
    size: 1.2,
    departments: { Buying: ['Garden', 'Kitchen', 'Living'], Sales: ['Stores', 'Online', 'Partners'], Marketing: ['Campaigns', 'Newsletter', 'Photography'] },
  },
  {
    name: 'Operations',
    size: 1.4,
    departments: { Logistics: ['Warehouse', 'Fleet', 'Returns'], Service: ['Mail', 'Chat', 'Phone'], Buildings: ['Energy', 'Repairs'] },
  },
  {
    name: 'Administration',
    size: 0.7,
    departments: { Finance: ['Accounting', 'Controlling', 'Tax'], People: ['Hiring', 'Training', 'Payroll'], Legal: ['Contracts', 'Privacy'] },
  },
]

const teams = divisions.flatMap(({ name, departments, size }) =>
  Object.entries(departments).flatMap(([department, names]) => names.map((team) => ({ division: name, department, team, size }))),
)
const rows = teams.map(({ division, department, team, size }, index) => `(${index}, '${division}', '${department}', '${team}', ${size})`).join(', ')

/** Planned and spent money of every team, month and kind: a hierarchy of four divisions, twelve departments and 34 teams. */
export const budgetsSql = `
  CREATE TABLE budgets AS
  WITH teams(number, division, department, team, size) AS (VALUES ${rows}),
  kinds(place, kind, share) AS (VALUES (0, 'Salaries', 1.0), (1, 'Services', 0.34), (2, 'Equipment', 0.17), (3, 'Travel', 0.08)),
  months AS (SELECT unnest(generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2026-09-01', INTERVAL 1 MONTH))::DATE AS month),
  numbered AS (
    SELECT *, ((year(month) - 2024) * 12 + month(month)) * 1024 + number * 4 + place AS row, (month - DATE '2024-01-01') / 365.25 AS age
    FROM months, teams, kinds
  ),
  planned AS (
    SELECT
      *,
      round((14000 + 46000 * ${chance('number', 101)}) * size * share * (1 + 0.045 * floor(age)) * CASE WHEN kind = 'Travel' AND month(month) IN (5, 6, 9) THEN 1.6 ELSE 1 END, -2) AS planned,
      (6 + 18 * ${chance('number', 102)} * size)::INTEGER AS people
    FROM numbered
  )
  SELECT
    month,
    division,
    department,
    team,
    kind,
    planned::DECIMAL(12, 2) AS planned,
    -- Services of the platform team ran away in 2025; the warehouse paid for a flood.
    (planned * (0.84 + 0.17 * ${chance('row', 103)} + 0.15 * ${chance('number', 104)}
      + CASE WHEN team = 'Platform' AND kind = 'Services' AND year(month) = 2025 THEN 0.38 ELSE 0 END
      + CASE WHEN team = 'Warehouse' AND month BETWEEN DATE '2025-03-01' AND DATE '2025-05-01' THEN 0.62 ELSE 0 END))::DECIMAL(12, 2) AS spent,
    CASE WHEN kind = 'Salaries' THEN people + floor(age)::INTEGER ELSE 0 END AS headcount
  FROM planned
  ORDER BY month, number, place`
