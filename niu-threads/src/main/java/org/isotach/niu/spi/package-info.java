/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What lies below a cluster: what models and schedulers implement, and the settings of what works and waits.
 * Applications need little of it.
 */
package org.isotach.niu.spi;
