/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The shared memory model: variables that the hosts of a cluster share, with READ, WRITE, UPDATE, SCHED and ASSIGN in
 * isochrons.
 * <pre>
 *   operation     | variable has a value       | variable is unsubstantiated, waits for version v
 *   --------------+----------------------------+--------------------------------------------------
 *   READ          | value                      | waits for the ASSIGN of v
 *   WRITE x       | value = x                  | value = x, substantiated; reads still wait for v
 *   SCHED         | unsubstantiated, waits     | unsubstantiated, waits for w;
 *                 | for the new version w      | older reads still wait for v
 *   ASSIGN v x    | variable unchanged         | value = x, substantiated
 *   ASSIGN v x    | reads that wait for v get x, in either case
 *   CANCEL v      | variable unchanged         | as if the SCHED of v had never been
 *   UPDATE f      | value = f(value)           | waits for f(v); older reads still wait for v
 * </pre>
 */
package org.isotach.smm;
