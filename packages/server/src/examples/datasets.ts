/** A metric of an example dataset: name, shown name, SQL, and how its values are written. */
export interface ExampleMetric {
  readonly name: string
  readonly label: string
  readonly sql: string
  readonly format?: string
  readonly isMoney?: boolean
  readonly about?: string
}

export interface ExampleDataset {
  readonly table: string
  readonly description: string
  readonly timeColumn: string
  /** Column → shown name. */
  readonly columns: Readonly<Record<string, string>>
  readonly metrics: readonly ExampleMetric[]
}

export const exampleDatasets: readonly ExampleDataset[] = [
  {
    table: 'orders',
    description: 'Orders of Hollowbrook, an invented shop for house and garden, January 2024 to September 2026.',
    timeColumn: 'ordered_at',
    columns: {
      order_id: 'Order',
      ordered_at: 'Ordered at',
      delivered_on: 'Delivered on',
      customer_id: 'Customer',
      region: 'Region',
      country: 'Country',
      city: 'City',
      channel: 'Channel',
      category: 'Category',
      product: 'Product',
      quantity: 'Quantity',
      unit_price: 'Unit price',
      discount: 'Discount',
      revenue: 'Revenue',
      cost: 'Cost',
      latitude: 'Latitude',
      longitude: 'Longitude',
      is_returned: 'Returned',
    },
    metrics: [
      { name: 'revenue', label: 'Revenue', sql: 'SUM(revenue)', format: 'SMART_NUMBER', isMoney: true },
      { name: 'profit', label: 'Profit', sql: 'SUM(revenue - cost)', format: 'SMART_NUMBER', isMoney: true },
      { name: 'margin', label: 'Margin', sql: 'SUM(revenue - cost) / NULLIF(SUM(revenue), 0)', format: '.1%' },
      { name: 'orders', label: 'Orders', sql: 'COUNT(*)', format: ',d' },
      { name: 'customers', label: 'Customers', sql: 'COUNT(DISTINCT customer_id)', format: ',d' },
      { name: 'units', label: 'Units', sql: 'SUM(quantity)', format: ',d' },
      { name: 'basket', label: 'Average basket', sql: 'SUM(revenue) / NULLIF(COUNT(*), 0)', format: ',.2f', isMoney: true },
      { name: 'return_rate', label: 'Return rate', sql: 'AVG(CASE WHEN is_returned THEN 1e0 ELSE 0e0 END)', format: '.2%' },
      {
        name: 'delivery_days',
        label: 'Days to delivery',
        sql: "AVG(date_diff('day', CAST(ordered_at AS DATE), delivered_on))",
        format: ',.1f',
        about: 'From the order to the door, in days.',
      },
    ],
  },
  {
    table: 'web_sessions',
    description: 'Visits to the pages of the same shop, one row per visit.',
    timeColumn: 'started_at',
    columns: {
      session_id: 'Visit',
      started_at: 'Started at',
      country: 'Country',
      device: 'Device',
      source: 'Source',
      landing_page: 'First page',
      pages: 'Pages',
      seconds: 'Seconds',
      is_bounce: 'One page only',
      is_purchase: 'Purchase',
    },
    metrics: [
      { name: 'visits', label: 'Visits', sql: 'COUNT(*)', format: 'SMART_NUMBER' },
      { name: 'purchases', label: 'Purchases', sql: 'SUM(CASE WHEN is_purchase THEN 1 ELSE 0 END)', format: ',d' },
      { name: 'conversion', label: 'Conversion', sql: 'AVG(CASE WHEN is_purchase THEN 1e0 ELSE 0e0 END)', format: '.2%' },
      { name: 'bounce_rate', label: 'Bounce rate', sql: 'AVG(CASE WHEN is_bounce THEN 1e0 ELSE 0e0 END)', format: '.1%' },
      { name: 'pages_per_visit', label: 'Pages per visit', sql: 'AVG(pages)', format: ',.1f' },
    ],
  },
  {
    table: 'support_tickets',
    description: 'Questions to the support of the same shop, with the time to the first reply and to the solution.',
    timeColumn: 'opened_at',
    columns: {
      ticket_id: 'Ticket',
      opened_at: 'Opened at',
      first_reply_at: 'First reply at',
      solved_at: 'Solved at',
      team: 'Team',
      topic: 'Topic',
      channel: 'Channel',
      priority: 'Priority',
      country: 'Country',
      status: 'Status',
      reply_minutes: 'Minutes to first reply',
      solution_minutes: 'Minutes to solution',
      satisfaction: 'Satisfaction',
    },
    metrics: [
      { name: 'tickets', label: 'Tickets', sql: 'COUNT(*)', format: ',d' },
      { name: 'reply_time', label: 'Time to first reply', sql: 'AVG(reply_minutes) * 60000', format: 'DURATION' },
      { name: 'solution_time', label: 'Time to solution', sql: 'AVG(solution_minutes) * 60000', format: 'DURATION' },
      { name: 'mood', label: 'Satisfaction', sql: 'AVG(satisfaction)', format: ',.2f', about: 'From 1 to 5; four of ten customers answer.' },
    ],
  },
  {
    table: 'meter_readings',
    description: 'Hourly energy use of 24 invented buildings in six cities, with the temperature outside.',
    timeColumn: 'read_at',
    columns: { read_at: 'Read at', building: 'Building', kind: 'Kind', city: 'City', temperature: 'Temperature (°C)', kwh: 'Energy (kWh)' },
    metrics: [
      { name: 'energy', label: 'Energy (kWh)', sql: 'SUM(kwh)', format: 'SMART_NUMBER' },
      { name: 'peak', label: 'Highest hour (kWh)', sql: 'MAX(kwh)', format: ',.1f' },
      { name: 'average_temperature', label: 'Temperature (°C)', sql: 'AVG(temperature)', format: ',.1f' },
    ],
  },
  {
    table: 'flights',
    description: 'Flights of four invented carriers between twenty cities, October 2024 to September 2026.',
    timeColumn: 'departs_at',
    columns: {
      flight_id: 'Flight',
      departs_at: 'Departs at',
      carrier: 'Carrier',
      origin: 'From',
      destination: 'To',
      origin_latitude: 'Latitude from',
      origin_longitude: 'Longitude from',
      destination_latitude: 'Latitude to',
      destination_longitude: 'Longitude to',
      distance_km: 'Distance (km)',
      seats: 'Seats',
      passengers: 'Passengers',
      delay_minutes: 'Delay (minutes)',
      is_cancelled: 'Cancelled',
    },
    metrics: [
      { name: 'flights', label: 'Flights', sql: 'COUNT(*)', format: ',d' },
      { name: 'travellers', label: 'Passengers', sql: 'SUM(passengers)', format: 'SMART_NUMBER' },
      { name: 'average_delay', label: 'Average delay (min)', sql: 'AVG(delay_minutes)', format: ',.1f' },
      { name: 'cancelled', label: 'Cancelled', sql: 'AVG(CASE WHEN is_cancelled THEN 1e0 ELSE 0e0 END)', format: '.2%' },
      { name: 'load', label: 'Seats taken', sql: 'SUM(passengers) * 1e0 / NULLIF(SUM(CASE WHEN is_cancelled THEN 0 ELSE seats END), 0)', format: '.1%' },
    ],
  },
  {
    table: 'budgets',
    description: 'Planned and spent money by division, department, team, month and kind.',
    timeColumn: 'month',
    columns: {
      month: 'Month',
      division: 'Division',
      department: 'Department',
      team: 'Team',
      kind: 'Kind',
      planned: 'Planned',
      spent: 'Spent',
      headcount: 'Headcount',
    },
    metrics: [
      { name: 'planned', label: 'Planned', sql: 'SUM(planned)', format: 'SMART_NUMBER', isMoney: true },
      { name: 'spent', label: 'Spent', sql: 'SUM(spent)', format: 'SMART_NUMBER', isMoney: true },
      { name: 'overspent', label: 'Spent over plan', sql: 'SUM(spent) * 1e0 / NULLIF(SUM(planned), 0) - 1', format: '+.1%' },
    ],
  },
]
