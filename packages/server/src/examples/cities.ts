export interface City {
  readonly name: string
  readonly country: string
  readonly region: string
  readonly latitude: number
  readonly longitude: number
  /** How much of the trade it has. */
  readonly weight: number
}

const city = (name: string, country: string, region: string, latitude: number, longitude: number, weight: number): City => ({
  name,
  country,
  region,
  latitude,
  longitude,
  weight,
})

export const cities: readonly City[] = [
  city('London', 'United Kingdom', 'British Isles', 51.507, -0.128, 16),
  city('Manchester', 'United Kingdom', 'British Isles', 53.483, -2.244, 7),
  city('Bristol', 'United Kingdom', 'British Isles', 51.455, -2.588, 5),
  city('Edinburgh', 'United Kingdom', 'British Isles', 55.953, -3.188, 4),
  city('Dublin', 'Ireland', 'British Isles', 53.35, -6.26, 6),
  city('Cork', 'Ireland', 'British Isles', 51.898, -8.471, 2),
  city('Paris', 'France', 'West', 48.857, 2.352, 11),
  city('Lyon', 'France', 'West', 45.764, 4.836, 4),
  city('Amsterdam', 'Netherlands', 'West', 52.368, 4.904, 7),
  city('Utrecht', 'Netherlands', 'West', 52.091, 5.122, 3),
  city('Brussels', 'Belgium', 'West', 50.85, 4.352, 4),
  city('Berlin', 'Germany', 'Central', 52.52, 13.405, 9),
  city('Hamburg', 'Germany', 'Central', 53.551, 9.994, 5),
  city('Munich', 'Germany', 'Central', 48.135, 11.582, 6),
  city('Vienna', 'Austria', 'Central', 48.208, 16.373, 4),
  city('Warsaw', 'Poland', 'Central', 52.23, 21.012, 4),
  city('Stockholm', 'Sweden', 'North', 59.329, 18.069, 5),
  city('Copenhagen', 'Denmark', 'North', 55.676, 12.568, 4),
  city('Oslo', 'Norway', 'North', 59.914, 10.752, 3),
  city('Madrid', 'Spain', 'South', 40.417, -3.704, 6),
  city('Barcelona', 'Spain', 'South', 41.387, 2.17, 5),
  city('Lisbon', 'Portugal', 'South', 38.722, -9.139, 3),
  city('Milan', 'Italy', 'South', 45.464, 9.19, 5),
  city('Turin', 'Italy', 'South', 45.07, 7.687, 2),
]
