export { type DoctorFinding, diagnose, doctor } from './doctor/doctor.ts';
export { formatValue } from './format-value.ts';
export { generate } from './generate.ts';
export { check, type Project, type SourceOptions, watch, write } from './project.ts';
export { type JsonDifference, listDifferences } from './round-trip/json-difference.ts';
export { type RoundTripDifference, roundTrip } from './round-trip/round-trip.ts';
