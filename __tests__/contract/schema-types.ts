import type { Database } from '@/lib/server/database/supabase';
import type { Functions, Required, Tables } from '../../lib/server/database/schema.generated';

// The compiler compares the types that the product uses with those of the migrations. An error in
// this file means that lib/server/database/supabase.ts is out of date.

type Used = Database['public'];
type Rows = { [Name in keyof Used['Tables']]: Used['Tables'][Name]['Row'] };
type Calls = Used['Functions'];

/** Which columns there are, and which may be null. */
type Nullable<All> = {
  [Name in keyof All]: { [Key in keyof All[Name]]: null extends All[Name][Key] ? true : false };
};
type RequiredKeys<Row> = {
  [Key in keyof Row]-?: Record<never, never> extends Pick<Row, Key> ? never : Key;
}[keyof Row];
type Inserts = { [Name in keyof Rows]: RequiredKeys<Used['Tables'][Name]['Insert']> };
type OurArgs = { [Name in keyof Calls]: Calls[Name]['Args'] };
// Functions that only SQL calls are not among ours.
type Args = { [Name in keyof Calls]: Functions[Name]['Args'] };
type OurResults = { [Name in keyof Calls]: Calls[Name]['Returns'] };
type Results = { [Name in keyof Calls]: Functions[Name]['Returns'] };
/** Which arguments there are, and which may be left out. */
type Names<All> = {
  [Name in keyof All]: {
    [Key in keyof All[Name]]-?: Record<never, never> extends Pick<All[Name], Key> ? true : false;
  };
};

declare function check<Expected>(value: Expected): void;

export function checkTypes(of: {
  rows: Rows;
  ourColumns: Nullable<Rows>;
  columns: Nullable<Tables>;
  required: Required;
  args: OurArgs;
  ourNames: Names<OurArgs>;
  names: Names<Args>;
  results: OurResults;
}) {
  check<Tables>(of.rows);
  check<Nullable<Tables>>(of.ourColumns);
  check<Nullable<Rows>>(of.columns);
  check<Inserts>(of.required);
  check<Args>(of.args);
  check<Names<Args>>(of.ourNames);
  check<Names<OurArgs>>(of.names);
  check<Results>(of.results);
}
