/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What a cluster counts, and the state that it is in at one moment, for people and for programs that watch it.
 */
package org.isotach.niu.status;
