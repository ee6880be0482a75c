/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The service interfaces of a cluster, which models and schedulers implement, and settings of working and waiting
 * threads. Applications need little of it.
 */
package org.isotach.niu.spi;
